/**
 * @module
 * An HTML page that is one file: its style stands in it, pictures are part of it, and a policy forbids scripts and
 * anything from elsewhere.
 */

import { element, htmlElement, joined, type Markup, type PictureHeading, text } from "../drawing/index.js";

/** What stands on a page. */
interface PageOptions {
  readonly title: string;
  /** One line below it. */
  readonly subtitle: string;
  readonly sections: readonly PageSection[];
}

/** A part of a page. */
export interface PageSection {
  /** Empty for none. */
  readonly heading: string;
  /** A sentence on how to read it; empty for none. */
  readonly note: string;
  readonly content: readonly Markup[];
}

/** The page as text. */
export function page({ title, subtitle, sections }: PageOptions): string {
  const head = htmlElement("head", {}, [
    { markup: '<meta charset="utf-8">' },
    { markup: `<meta http-equiv="Content-Security-Policy" content="${POLICY}">` },
    { markup: '<meta name="viewport" content="width=device-width">' },
    htmlElement("title", {}, [text(title)]),
    { markup: `<style>${STYLE}</style>` },
  ]);
  const body = htmlElement("body", {}, [
    htmlElement("h1", {}, [text(title)]),
    htmlElement("p", { class: "subtitle" }, [text(subtitle)]),
    ...sections.map(section),
  ]);
  return `<!doctype html>\n<html lang="en">${joined([head, body])}</html>\n`;
}

/** A part with a finished SVG document, whose heading and subtitle stand on the page as those of all other parts do. */
export function pictureSection({ title, subtitle }: PictureHeading, svg: string): PageSection {
  return { heading: title, note: subtitle, content: [htmlElement("figure", {}, [{ markup: svg }])] };
}

function section({ heading, note, content }: PageSection): Markup {
  return htmlElement("section", {}, [
    ...(heading === "" ? [] : [htmlElement("h2", {}, [text(heading)])]),
    ...(note === "" ? [] : [htmlElement("p", { class: "note" }, [text(note)])]),
    ...content,
    element("hr", {}),
  ]);
}

const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** Here the background is known, so pictures get the full contrast that they must do without elsewhere. */
const STYLE = [
  ":root{color-scheme:light dark;--paper:#fff;--ink:#1a1a1a;--faint:#666;--line:#d5d5d5}",
  "@media(prefers-color-scheme:dark){:root{--paper:#121212;--ink:#ececec;--faint:#a0a0a0;--line:#3a3a3a}}",
  "@media print{:root{--paper:#fff;--ink:#000;--faint:#444;--line:#bbb}section{break-inside:avoid-page}}",
  "body{background:var(--paper);color:var(--ink);font:15px/1.5 Helvetica Neue,Helvetica,Arial,sans-serif;",
  "max-width:1240px;margin:2rem auto;padding:0 1.5rem}",
  "h1{font-size:1.6rem;margin:0;overflow-wrap:anywhere}h2{font-size:1.15rem;margin:1.5rem 0 .3rem}",
  ".subtitle,.note{color:var(--faint);margin:.2rem 0 .8rem;max-width:60rem}hr{border:0;margin:1.5rem 0 0}",
  "figure{margin:0}svg{max-width:100%;height:auto;overflow:visible}",
  "svg .ink{fill:var(--ink)}svg .ink-line{stroke:var(--ink)}",
  ".wide{overflow-x:auto}table{border-collapse:collapse;font-size:.85rem;font-variant-numeric:tabular-nums}",
  "th,td{padding:.28rem .5rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:baseline}",
  ".many th,.many td{padding-left:.25rem;padding-right:.25rem}",
  "th:first-child{padding-left:0}th:last-child,td:last-child{padding-right:0}",
  "thead th{border-bottom:2px solid var(--ink);vertical-align:bottom}tbody th{font-weight:600}",
  "tbody .number,.name{white-space:nowrap}.number{text-align:right}",
  ".upright{writing-mode:vertical-rl;transform:rotate(180deg);white-space:nowrap}",
].join("");
