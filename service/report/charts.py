"""Charts as SVG, drawn by Vega-Altair without a browser or a network.

Marks differ in shape or pattern and not in colour alone, so that a grey print can be read.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree import ElementTree as ET

from extractor.errors import ResourceError

_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_SHADES = ("#1b4f72", "#b9770e", "#1e8449", "#6c3483", "#922b21", "#117864", "#5d6d7e", "#7e5109", "#000000")
_SHAPES = (
    *("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right", "stroke"),
    "triangle-left",
)
_DASHES = ([1, 0], [6, 2], [2, 2], [8, 2, 2, 2], [4, 4], [1, 3], [10, 3], [3, 1], [12, 2])


def altair() -> Any:
    """Vega-Altair.

    Raises:
        ResourceError: It is not installed, or cannot draw.
    """
    try:
        importlib.import_module("vl_convert")
        return importlib.import_module("altair")
    except ImportError as e:
        raise ResourceError(
            f"charts need Vega-Altair and vl-convert: pip install 'captuple[report]' ({e})"
        ) from e


def svg(chart: Any) -> str:
    """The chart as SVG."""
    vl_convert = importlib.import_module("vl_convert")
    # Widths are measured with one font and drawn with the reader's: the legend needs room on the right.
    padded = chart.properties(padding={"left": 5, "top": 5, "right": 40, "bottom": 5})
    text: str = vl_convert.vegalite_to_svg(padded.to_dict())
    return text


def selection_curves(
    curves: Mapping[str, Sequence[float]], *, measure: str, levels: Mapping[str, float] | None = None
) -> str:
    """A figure over k, one line for each baseline, and horizontal rules for what does not depend on k.

    Args:
        curves: By baseline the figures for k = 1, 2, ...
        measure: The title of the axis.
        levels: By name the height of each rule.
    """
    alt = altair()
    names = list(curves)
    rows = [
        {"baseline": name, "k": k, "value": value}
        for name, values in curves.items()
        for k, value in enumerate(values, start=1)
    ]
    common = {
        "x": alt.X("k:O", title="k instances selected", axis=alt.Axis(labelAngle=0)),
        "y": alt.Y("value:Q", title=measure, scale=alt.Scale(domain=[0, 1])),
        "color": alt.Color(
            "baseline:N", sort=names, scale=alt.Scale(domain=names, range=_cycled(_SHADES, names))
        ),
        "strokeDash": alt.StrokeDash(
            "baseline:N", sort=names, scale=alt.Scale(domain=names, range=_cycled(_DASHES, names))
        ),
    }
    base = alt.Chart(alt.Data(values=rows))
    shapes = alt.Shape("baseline:N", sort=names, scale=alt.Scale(domain=names, range=_cycled(_SHAPES, names)))
    layers = [
        base.mark_line().encode(**common),
        base.mark_point(size=40).encode(x=common["x"], y=common["y"], color=common["color"], shape=shapes),
    ]
    for name, value in (levels or {}).items():
        rule = alt.Chart(alt.Data(values=[{"value": value, "name": name}]))
        layers.append(rule.mark_rule(color="black", strokeDash=[4, 4]).encode(y="value:Q"))
        layers.append(rule.mark_text(align="left", dx=4, dy=-6, x=0).encode(y="value:Q", text="name:N"))
    return svg(alt.layer(*layers).properties(width=420, height=260))


def _cycled(values: Sequence[Any], names: Sequence[str]) -> list[Any]:
    return [values[i % len(values)] for i in range(len(names))]


def scores_with_intervals(
    rows: Sequence[Mapping[str, object]], *, title: str | None = None, measure: str = "F1"
) -> str:
    """F1 with its interval, systems side by side.

    Args:
        rows: With ``name`` (of a component or a group), ``system``, ``f1``, ``low`` and ``high``.
        title: What the names are.
        measure: What the figures are.
    """
    alt = altair()
    systems = list(dict.fromkeys(str(row["system"]) for row in rows))
    color = alt.Color(
        "system:N",
        legend=alt.Legend(labelLimit=400),
        scale=alt.Scale(domain=systems, range=_cycled(_SHADES, systems)),
    )
    shape = alt.Shape("system:N", scale=alt.Scale(domain=systems, range=_cycled(_SHAPES, systems)))
    order = list(dict.fromkeys(row["name"] for row in rows))
    base = alt.Chart(alt.Data(values=list(rows))).encode(
        x=alt.X(
            "name:N", sort=order, scale=alt.Scale(domain=order), title=title, axis=alt.Axis(labelAngle=0)
        ),
        xOffset=alt.XOffset("system:N", sort=systems),
    )
    layers = (
        base.mark_rule().encode(
            y=alt.Y("low:Q", title=f"{measure} with 95% interval"), y2="high:Q", color=color
        ),
        base.mark_point(size=60).encode(y="f1:Q", color=color, shape=shape),
    )
    return svg(alt.layer(*layers).properties(width=520, height=240))


def distribution(rows: Sequence[Mapping[str, object]]) -> str:
    """How many images have which overall F1, a panel for each system; bars are links.

    Args:
        rows: With ``system``, ``low`` (the lower end of a class), ``images``, ``link`` (a fragment, or None) and
            ``label``, which is read aloud.

    Returns:
        SVG for the page itself, as an image would have no links.
    """
    alt = altair()
    systems = list(dict.fromkeys(row["system"] for row in rows))
    chart = alt.Chart(alt.Data(values=list(rows))).mark_bar(color=_SHADES[0])
    encoded = chart.encode(
        x=alt.X("low:O", title="overall F1, from", axis=alt.Axis(labelAngle=0)),
        y=alt.Y("images:Q"),
        row=alt.Row("system:N", sort=systems, title=None),
        href="link:N",
        description="label:N",
    )
    return _with_links(svg(encoded.properties(width=520, height=110)))


def _with_links(text: str) -> str:
    """The SVG with fragments of this page as links, which Vega makes addresses of its own site."""
    ET.register_namespace("", _SVG)
    root = ET.fromstring(text)  # noqa: S314  # Vega drew it just now
    for link in root.iter(f"{{{_SVG}}}a"):
        address = link.attrib.pop(f"{{{_XLINK}}}href", "")
        fragment = address.partition("#")[2]
        if fragment:
            link.set("href", f"#{fragment}")
            link.set("aria-label", link[0].attrib.pop("aria-label", ""))
        else:
            link.tag = f"{{{_SVG}}}g"  # a bar without images leads nowhere
    for element in root.iter():
        if element.tag != f"{{{_SVG}}}a":  # what axes and groups say to readers is said by the links
            for name in ("role", "aria-label", "aria-roledescription", "aria-hidden"):
                element.attrib.pop(name, None)
    return ET.tostring(root, encoding="unicode")
