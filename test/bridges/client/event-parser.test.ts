import { expect, it } from "vitest";
import { EventParser, type ServerSentEvent } from "../../../src/bridges/client/event-parser.js";
import { RandomStream } from "../../../src/testing/harness/index.js";

const ENCODER = new TextEncoder();

const parsed = (pieces: readonly Uint8Array[], most = 10_000): ServerSentEvent[] => {
  const parser = new EventParser(most);
  return pieces.flatMap((piece) => parser.push(piece));
};
const parsedText = (text: string, most?: number): ServerSentEvent[] => parsed([ENCODER.encode(text)], most);

it.each([
  ["an event", "event: a\ndata: 1\n\n", [["a", "1"]]],
  ["one without a name", "data: 1\n\n", [["message", "1"]]],
  ["no event without data", "event: a\n\nid: 7\n\n", []],
  ["a name for one event only", "event: a\n\ndata: 1\n\n", [["message", "1"]]],
  [
    "empty data",
    "data\n\ndata:\n\n",
    [
      ["message", ""],
      ["message", ""],
    ],
  ],
  ["lines of data", "data: 1\ndata:\ndata:  2 \n\n", [["message", "1\n\n 2 "]]],
  ["colons in a value", "data:a:b: c\n\n", [["message", "a:b: c"]]],
  [
    "comments and what is unknown",
    ": hi\n:\nretry: 5\nid: x\nwhat: 1\ndata : no\ndata: 1\n\n",
    [["message", "1"]],
  ],
  [
    "carriage returns",
    "event: a\rdata: 1\r\rdata: 2\r\r",
    [
      ["a", "1"],
      ["message", "2"],
    ],
  ],
  ["both line ends", "event: a\r\ndata: 1\r\n\r\n", [["a", "1"]]],
  [
    "all line ends mixed",
    "data: 1\r\ndata: 2\n\rdata: 3\r\n\n",
    [
      ["message", "1\n2"],
      ["message", "3"],
    ],
  ],
  ["a mark at the beginning", "\ufeffdata: 1\n\n", [["message", "1"]]],
  ["one mark only", "\ufeff\ufeffdata: 1\n\n", []],
  [
    "line separators that are none",
    "data: a\u2028b\u0085c\u000bd\n\n",
    [["message", "a\u2028b\u0085c\u000bd"]],
  ],
  ["nothing that has no end", "data: 1\n\ndata: 2\n", [["message", "1"]]],
  ["characters beyond the basic plane", "data: 𝄞 é €\n\n", [["message", "𝄞 é €"]]],
])("a stream gives %s, in one piece and byte by byte [HT-8]", (_, text, expected) => {
  const events = expected.map(([event, data]) => ({ event, data }));
  expect(parsedText(text)).toEqual(events);
  const bytes = ENCODER.encode(text);
  expect(parsed(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(events);
  expect(parsed(Array.from(bytes, (byte) => [Uint8Array.of(byte), new Uint8Array()]).flat())).toEqual(events);
});

it("bytes that are no text do not end a stream [HT-8]", () => {
  const bytes = [...ENCODER.encode("data: a"), 0xff, 0xc3, 0x28, ...ENCODER.encode("\n\n")];
  expect(parsed([Uint8Array.from(bytes)])).toEqual([{ event: "message", data: "a\ufffd\ufffd(" }]);
});

it("random streams cut at random bytes give what they give whole [HT-8]", () => {
  const seed = 20_261_123;
  const random = new RandomStream(seed, "streams");
  const parts = [
    "data",
    "event",
    ":",
    ": ",
    " ",
    "\r",
    "\n",
    "\r\n",
    "\n\n",
    "é",
    "𝄞",
    "x",
    "\ufeff",
    "id: 1\n",
  ];
  for (let count = 0; count < 2_000; count += 1) {
    const text = Array.from({ length: random.integer(1, 30) }, () => random.pick(parts)).join("");
    const bytes = ENCODER.encode(text);
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; ) {
      const size = random.integer(1, 5);
      pieces.push(bytes.slice(at, at + size));
      at += size;
    }
    expect({ seed, text, events: parsed(pieces) }).toEqual({ seed, text, events: parsedText(text) });
  }
});

it("an event may be as long as is allowed, and is let go one character above [HT-8]", () => {
  expect(parsedText("data: 6789\n\ndata: 6789\n\n", 10)).toHaveLength(2);
  expect(() => parsedText("data: 67890\n\n", 10)).toThrow("at most 10");
  expect(() => parsedText("data:\ndata:\ndata:\n", 14)).toThrow("at most 14");
  const parser = new EventParser(10);
  const endless = (): void => {
    for (let count = 0; count < 100; count += 1) parser.push(ENCODER.encode("data"));
  };
  expect(endless).toThrow("at most 10");
});

it("comments can go on for ever [HT-8]", () => {
  const parser = new EventParser(20);
  for (let count = 0; count < 1_000; count += 1)
    expect(parser.push(ENCODER.encode(": still here\n"))).toEqual([]);
  expect(parser.push(ENCODER.encode("data: 1\n\n"))).toEqual([{ event: "message", data: "1" }]);
});
