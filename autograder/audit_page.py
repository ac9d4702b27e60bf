"""The audit as a page: the table, what was found, and every surviving mutant with its reason."""

from jinja2 import Environment

from autograder.auditing import Audit

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Audit of the hidden tests</title>
<style>
 body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
 table { border-collapse: collapse; margin: 1rem 0; }
 th, td { text-align: left; padding: .3rem .8rem; border-bottom: 1px solid #ddd; vertical-align: top; }
 td.number { text-align: right; font-variant-numeric: tabular-nums; }
 pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 13px; }
 .minus { color: #a11; } .plus { color: #060; } .finding, .hole { color: #a11; }
</style>
<h1>Audit of the hidden tests</h1>
<p>Right answers that lose a point, mistakes that pass what they should fail, and mutants of the reference that pass
every criterion, measured on the path by which students are graded.</p>
<table>
<tr><th>assignment<th>course seeds<th>right answers<th>mistakes<th>findings<th>mutants
<th>killed<th>equivalent<th>mistakes named<th>rightly</tr>
{% for audit in audits %}
<tr><td>{{ audit.assignment }}<td class="number">{{ audit.seeds }}<td class="number">{{ audit.counts.accepted }}
<td class="number">{{ audit.counts.mistakes }}<td class="number">{{ audit.findings|length }}
<td class="number">{{ audit.counts.mutants }}<td class="number">{{ "%.1f"|format(100 * audit.killed) }} %
<td class="number">{{ audit.survivors|selectattr("reason")|list|length }}
<td class="number">{{ audit.named }}<td class="number">{{ "%.0f"|format(100 * audit.precision) }} %</tr>
{% endfor %}
</table>
{% for audit in audits %}
<h2>{{ audit.assignment }}</h2>
{% for finding in audit.findings %}<p class="finding">{{ finding }}</p>{% endfor %}
{% if audit.idle %}<p>Criteria that no wrong answer needs, since others fail it too:
{{ audit.idle|join(", ") }}.</p>{% endif %}
{% if audit.survivors %}
<table>
<tr><th>surviving mutant<th>change<th>why it is no mistake</tr>
{% for survivor in audit.survivors %}
<tr><td>{{ survivor.key }}
<td><pre>{% for line in survivor.change.splitlines() %}
<span class="{{ "minus" if line.startswith("-") else "plus" }}">{{ line }}</span>{% endfor %}</pre>
<td>{% if survivor.reason %}{{ survivor.reason }}{% else %}<span class="hole">a hole</span>{% endif %}</tr>
{% endfor %}
</table>
{% endif %}
{% endfor %}
</html>
"""


def page(audits: list[Audit]) -> str:
    """The page, as HTML in which all text of the bank is escaped."""
    return Environment(autoescape=True).from_string(PAGE).render(audits=audits)
