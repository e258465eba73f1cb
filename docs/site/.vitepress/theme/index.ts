/**
 * @module
 * The theme: VitePress's own with the fonts of the visitor's system, and a few words before the list of the pages.
 */

import { useData, withBase } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { h, type VNode } from "vue";
import "../../../../src/bridges/inspector/page/chart.css";
import "./style.css";

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { "doc-before": welcome }),
};

function welcome(): VNode | null {
  const { page, site } = useData();
  if (page.value.relativePath !== "index.md") return null;
  const link = (path: string, words: string) => h("a", { href: withBase(path) }, words);
  return h("div", { class: "welcome" }, [
    h("p", { class: "name" }, site.value.title),
    h("p", site.value.description),
    h("pre", "npm install concordat"),
    h("p", [link("/guide/concepts.html", "Learn the concepts"), link("/playground.html", "Try it here")]),
  ]);
}
