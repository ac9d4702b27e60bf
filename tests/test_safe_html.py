"""A student's HTML on a page that others open."""

import pytest

from autograder.gradebook.safe_html import clean_html


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>x</script>",
        "<img src=x onerror=alert(1)>",
        "<a href='javascript:alert(1)'>x</a>",
        "<a href='data:text/html,<script>x</script>'>x</a>",
        "<img src='data:image/svg+xml;base64,PHN2Zz4='>",
        "<svg onload=alert(1)></svg>",
        "<iframe src='//example.com'></iframe>",
        "<form action='//example.com'><input name=x></form>",
        "<p style='background: url(//example.com/x)'>x</p>",
        "<style>* { display: none }</style>",
        "<math><mtext></mtext><script>x</script></math>",
        "<object data=x></object><embed src=x><base href='//example.com'><meta http-equiv=refresh>",
    ],
)
def test_nothing_is_run_or_fetched(hostile: str) -> None:
    """Tags that run something become text; attributes that do are dropped."""
    cleaned = clean_html(hostile).lower()
    tags = [part.split(">")[0] for part in cleaned.split("<")[1:]]
    for tag in tags:
        assert tag.strip("/").split()[0] in ("img", "a", "p")
        for word in ("onerror", "onload", "javascript:", "data:", "url("):
            assert word not in tag


@pytest.mark.parametrize(
    "harmless",
    [
        '<h2 id="Rules">Rules<a class="anchor-link" href="#Rules">¶</a></h2>',
        '<table><thead><tr><th style="text-align: right;">n</th></tr></thead></table>',
        "<p>$a &lt; b$ and <code>x</code>, <em>so</em></p>",
        '<div class="highlight"><pre><span class="k">def</span></pre></div>',
        '<img src="data:image/png;base64,iVBORw0KGgo=" alt="a map">',
    ],
)
def test_what_a_notebook_needs_is_kept(harmless: str) -> None:
    """To the letter."""
    assert clean_html(harmless) == harmless
