import { expect, it } from "vitest";
import { htmlElement, text } from "../../src/report/markup.js";
import { figure, page } from "../../src/report/page.js";

it("BA-40: is one file with a policy that forbids scripts and everything from elsewhere", () => {
  const html = page({ title: "a <b>", subtitle: "&", sections: [] });
  expect(html.startsWith('<!doctype html>\n<html lang="en"><head><meta charset="utf-8">')).toBe(true);
  expect(html).toContain("default-src 'none'; style-src 'unsafe-inline'");
  expect(html).toContain("<title>a &lt;b&gt;</title>");
  expect(html).toContain("<h1>a &lt;b&gt;</h1>");
  expect(html).toContain("&amp;");
});

it("writes headings and notes of sections only where there are some", () => {
  const content = [figure("<svg/>"), htmlElement("p", {}, [text("x")])];
  const html = page({ title: "", subtitle: "", sections: [{ heading: "", note: "", content }] });
  expect(html).not.toContain("<h2>");
  expect(html).toContain("<figure><svg/></figure><p>x</p>");
  expect(page({ title: "", subtitle: "", sections: [{ heading: "H", note: "N", content }] })).toContain(
    '<h2>H</h2><p class="note">N</p>',
  );
});
