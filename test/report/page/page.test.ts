import { expect, it } from "vitest";
import { htmlElement, text } from "../../../src/report/drawing/index.js";
import { page, pictureSection } from "../../../src/report/page/page.js";

it("BA-40: is one file with a policy that forbids scripts and everything from elsewhere", () => {
  const html = page({ title: "a <b>", subtitle: "&", sections: [] });
  expect(html.startsWith('<!doctype html>\n<html lang="en"><head><meta charset="utf-8">')).toBe(true);
  expect(html).toContain("default-src 'none'; style-src 'unsafe-inline'");
  expect(html).toContain("<title>a &lt;b&gt;</title>");
  expect(html).toContain("<h1>a &lt;b&gt;</h1>");
  expect(html).toContain("&amp;");
});

it("writes headings and notes of sections only where there are some", () => {
  const content = [{ markup: "<svg/>" }, htmlElement("p", {}, [text("x")])];
  const html = page({ title: "", subtitle: "", sections: [{ heading: "", note: "", content }] });
  expect(html).not.toContain("<h2>");
  expect(html).toContain("<svg/><p>x</p>");
  expect(page({ title: "", subtitle: "", sections: [{ heading: "H", note: "N", content }] })).toContain(
    '<h2>H</h2><p class="note">N</p>',
  );
});

it("heads pictures as it heads all other parts [BA-40]", () => {
  const part = pictureSection({ title: "H", subtitle: "N" }, "<svg/>");
  expect(page({ title: "", subtitle: "", sections: [part] })).toContain(
    '<h2>H</h2><p class="note">N</p><figure><svg/></figure>',
  );
});
