"""What a student wrote as HTML, for a page that others open: shown, but never run."""

import functools
import re

import bleach
import jinja2
from bleach.css_sanitizer import CSSSanitizer
from jinja2.runtime import Context
from nbconvert.exporters import HTMLExporter

TAGS = frozenset(
    "a abbr b blockquote br caption code col colgroup dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6"
    " hr i img ins kbd li ol p pre q s samp small span strong sub summary sup table tbody td tfoot th thead tr u"
    " ul".split()
)
ATTRIBUTES = {
    "*": ["class", "id", "style", "title", "align", "colspan", "rowspan"],
    "a": ["href"],
    "img": ["src", "alt", "width", "height"],
}
PICTURE = re.compile(r"data:image/(png|jpeg|gif);base64,")


def _is_allowed(tag: str, name: str, value: str) -> bool:
    """Attributes by their names; of data that is written into the page only pictures."""
    if value.strip().lower().startswith("data:"):
        return (tag, name) == ("img", "src") and PICTURE.match(value) is not None
    return name in (*ATTRIBUTES["*"], *ATTRIBUTES.get(tag, ()))


def clean_html(html: str) -> str:
    """The same HTML without anything that a browser would run; what is left out stays as text."""
    cleaned: str = bleach.clean(
        str(html),
        tags=TAGS,
        attributes=_is_allowed,
        protocols=frozenset({"http", "https", "mailto", "data"}),
        css_sanitizer=CSSSanitizer(allowed_css_properties=["text-align", "color", "font-weight", "font-style"]),
    )
    return cleaned


@functools.cache
def _exporter() -> HTMLExporter:
    return HTMLExporter()


@jinja2.pass_context
def markdown2html(context: Context, source: str) -> str:
    """nbconvert's own filter of this name, cleaned. nbgrader's templates do not ask for that by themselves."""
    return clean_html(_exporter().markdown2html(context, source))
