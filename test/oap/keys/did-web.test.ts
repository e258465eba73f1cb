import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import type { DidWebFetch, DidWebResponse } from "../../../src/oap/keys/index.js";
import { createKeyResolver, didWeb, didWebUrl } from "../../../src/oap/keys/index.js";
import { signDocument, verifyDocument } from "../../../src/oap/signing/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";
import { bytesOf, DID, documentOf, firstKey, KID, sha256, verdictOf } from "../did-documents.js";

const never = new AbortController().signal;

function codeOf(fetch: DidWebFetch, did = DID): Promise<string> {
  const { resolveKey } = createKeyResolver({
    sha256,
    clock: new ManualClock(),
    methods: { web: didWeb({ fetch }) },
  });
  return resolveKey(`${did}#key-1`).then(verdictOf);
}

/** A document of so many bytes. */
function documentOfSize(size: number): Uint8Array<ArrayBuffer> {
  const empty = bytesOf(documentOf({ note: "" })).length;
  return bytesOf(documentOf({ note: "a".repeat(size - empty) }));
}

/** What has been done to a stream: pulled chunks, cancellation. */
interface Stream {
  readonly body: ReadableStream<Uint8Array>;
  chunkCount: number;
  isCanceled: boolean;
}

function streamOf(chunk: (index: number) => Uint8Array | Promise<Uint8Array> | undefined): Stream {
  const stream: Stream = {
    chunkCount: 0,
    isCanceled: false,
    body: new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const bytes = await chunk(stream.chunkCount);
          stream.chunkCount += 1;
          if (bytes === undefined) controller.close();
          else controller.enqueue(bytes);
        },
        cancel() {
          stream.isCanceled = true;
        },
      },
      { highWaterMark: 0 },
    ),
  };
  return stream;
}

describe("SG-19: the address of a did:web", () => {
  it.each([
    ["did:web:example.com", "https://example.com/.well-known/did.json"],
    ["did:web:example.com%3A3000:user:alice", "https://example.com:3000/user/alice/did.json"],
    ["did:web:Example.COM:User:Alice", "https://example.com/User/Alice/did.json"],
    ["did:web:example.com%3A65535", "https://example.com:65535/.well-known/did.json"],
    ["did:web:example.com%3A1", "https://example.com:1/.well-known/did.json"],
    ["did:web:a.b:_-.x:...:.a", "https://a.b/_-.x/.../.a/did.json"],
    ["did:web:xn--bcher-kva.example", "https://xn--bcher-kva.example/.well-known/did.json"],
    ["did:web:1.2.3.com", "https://1.2.3.com/.well-known/did.json"],
    ["did:web:localhost.example.com", "https://localhost.example.com/.well-known/did.json"],
    ["did:web:a.localhosts", "https://a.localhosts/.well-known/did.json"],
  ])("of %s is %s", (did, url) => {
    expect(didWebUrl(did)).toBe(url);
  });

  it("has at most 253 characters of host and 63 of a label", () => {
    const label = "a".repeat(61);
    const host = (last: number) => `${`${label}.`.repeat(4)}${"b".repeat(last)}`;
    expect(host(5)).toHaveLength(253);
    expect(didWebUrl(`did:web:${host(5)}`)).toBe(`https://${host(5)}/.well-known/did.json`);
    expect(didWebUrl(`did:web:${host(6)}`)).toBeUndefined();
    for (const place of ["x.a", "a.x"]) {
      expect(didWebUrl(`did:web:${place.replace("x", "x".repeat(63))}`)).toBeDefined();
      expect(didWebUrl(`did:web:${place.replace("x", "x".repeat(64))}`)).toBeUndefined();
    }
  });

  it("is read by URL parsers as it is written, whatever the DID", () => {
    const character = fc.constantFrom(..."aaabbzZ09.-_::%@/?#[]\\ \n3A2Eé");
    const part = fc.array(character, { maxLength: 8 }).map((list) => list.join(""));
    const did = fc.oneof(
      part.map((text) => `did:web:${text}`),
      fc.tuple(part, part).map(([one, two]) => `did:web:a${one}.example${two}`),
      fc
        .tuple(fc.constantFrom("a.b", "A-1.c", "0x7f.1.b"), fc.constantFrom("", "%3A1", "%3A65535"), part)
        .map(([host, port, path]) => `did:web:${host}${port}:${path}`),
    );
    let count = 0;
    fc.assert(
      fc.property(did, (text) => {
        const address = didWebUrl(text);
        if (address === undefined) return;
        count += 1;
        const url = new URL(address);
        expect(url.href).toBe(address);
        expect(url.hostname).toMatch(/^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*$/);
        expect([url.protocol, url.username, url.password, url.search, url.hash]).toEqual([
          "https:",
          "",
          "",
          "",
          "",
        ]);
        expect(url.pathname).toMatch(/\/did\.json$/);
      }),
      { seed: 519, numRuns: 3000 },
    );
    expect(count).toBeGreaterThan(100);
  });
});

describe("SG-20: the request of a did:web", () => {
  it("is one GET without credentials, redirects or caches, with the signal", async () => {
    const calls: unknown[][] = [];
    const fetch: DidWebFetch = async (...call) => {
      calls.push(call);
      return new Response(bytesOf(documentOf()));
    };
    expect(await didWeb({ fetch })(DID, { signal: never })).toEqual(bytesOf(documentOf()));
    expect(calls).toEqual([
      [
        "https://example.com/.well-known/did.json",
        {
          method: "GET",
          credentials: "omit",
          redirect: "error",
          cache: "no-store",
          signal: never,
        },
      ],
    ]);
  });

  it("is made by an injected fetch, called without this, and by no other", () => {
    expect(() => didWeb({} as never)).toThrow(TypeError);
    // The platform's own fits, by its type.
    expect(didWeb({ fetch })).toBeTypeOf("function");
  });

  it("is asked of allowHost first, by the host in lower case with its port", async () => {
    const hosts: string[] = [];
    let requestCount = 0;
    const web = (isAllowed: unknown) =>
      didWeb({
        fetch: async () => {
          requestCount += 1;
          return new Response(bytesOf(documentOf()));
        },
        allowHost: async (host) => {
          hosts.push(host);
          return isAllowed as boolean;
        },
      });
    for (const refusal of [false, undefined, 0, "yes", 1]) {
      const answer = await web(refusal)("did:web:Example.com%3A8443:a", { signal: never });
      expect(answer).toMatchObject({ ok: false, code: "key_not_authorized" });
    }
    expect(requestCount).toBe(0);
    expect(hosts).toEqual(Array.from({ length: 5 }, () => "example.com:8443"));
    await web(true)("did:web:Example.com%3A443", { signal: never });
    expect([requestCount, hosts.at(-1)]).toEqual([1, "example.com"]);
  });

  it("is none where allowHost throws", async () => {
    let requestCount = 0;
    const fetch: DidWebFetch = async () => {
      requestCount += 1;
      return new Response(bytesOf(documentOf()));
    };
    const allowHost = () => {
      throw new Error("no list");
    };
    const { resolveKey } = createKeyResolver({ sha256, methods: { web: didWeb({ fetch, allowHost }) } });
    expect(await resolveKey(KID)).toMatchObject({ ok: false, code: "key_unresolvable" });
    expect(requestCount).toBe(0);
  });
});

describe("SG-20: the answer to it", () => {
  it.each([201, 206, 301, 302, 304, 307, 308, 400, 401, 404, 410, 500, 0])(
    "with status %i is refused",
    async (status) => {
      const stream = streamOf((index) => (index === 0 ? bytesOf(documentOf()) : undefined));
      expect(await codeOf(async () => ({ status, body: stream.body }))).toBe("key_unresolvable");
      // Its body is let go, unread.
      expect([stream.chunkCount, stream.isCanceled]).toEqual([0, true]);
    },
  );

  it("that was redirected is refused", async () => {
    const answer = (redirected: boolean | undefined): Promise<DidWebResponse> =>
      Promise.resolve({ status: 200, redirected, body: new Response(bytesOf(documentOf())).body });
    expect(await codeOf(() => answer(true))).toBe("key_unresolvable");
    expect(await codeOf(() => answer(false))).toBe("ok");
    expect(await codeOf(() => answer(undefined))).toBe("ok");
  });

  it("has at most 65,536 bytes, in whatever pieces", async () => {
    for (const pieceBytes of [1_000, 65_536, 70_000]) {
      const served = (size: number) => {
        const bytes = documentOfSize(size);
        return streamOf((index) => {
          const piece = bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes);
          return piece.length === 0 ? undefined : piece;
        }).body;
      };
      expect(await codeOf(async () => ({ status: 200, body: served(65_536) }))).toBe("ok");
      expect(await codeOf(async () => ({ status: 200, body: served(65_537) }))).toBe("key_unresolvable");
      const web = didWeb({ fetch: async () => ({ status: 200, body: served(65_537) }) });
      expect(await web(DID, { signal: never })).toMatchObject({ ok: false, code: "key_unresolvable" });
    }
  });

  it("is read no further than that", async () => {
    const stream = streamOf(() => new Uint8Array(1_024).fill(0x20));
    expect(await codeOf(async () => ({ status: 200, body: stream.body }))).toBe("key_unresolvable");
    expect([stream.chunkCount, stream.isCanceled]).toEqual([65, true]);
  });

  it("is read no longer than that either, where no piece has any byte [SG-20]", async () => {
    const stream = streamOf(() => new Uint8Array(0));
    expect(await codeOf(async () => ({ status: 200, body: stream.body }))).toBe("key_unresolvable");
    expect(stream.isCanceled).toBe(true);
  });

  it("is refused without a body, and where reading it fails", async () => {
    expect(await codeOf(async () => ({ status: 200, body: null }))).toBe("key_unresolvable");
    const broken = streamOf(() => Promise.reject(new Error("connection reset")));
    expect(await codeOf(async () => ({ status: 200, body: broken.body }))).toBe("key_unresolvable");
    expect(await codeOf(() => Promise.reject(new TypeError("fetch failed")))).toBe("key_unresolvable");
  });

  it("is dropped once the signal is aborted, also by a fetch that does not listen to it", async () => {
    for (const chunkCount of [0, 1, 2]) {
      const controller = new AbortController();
      const bytes = bytesOf(documentOf());
      const stream = streamOf((index) => {
        if (index + 1 === chunkCount) controller.abort();
        return bytes.subarray(index * 100, (index + 1) * 100);
      });
      const fetch: DidWebFetch = async () => {
        if (chunkCount === 0) controller.abort();
        return { status: 200, body: stream.body };
      };
      const answer = await didWeb({ fetch })(DID, { signal: controller.signal });
      expect(answer).toMatchObject({ ok: false, code: "key_unresolvable" });
      expect([stream.chunkCount, stream.isCanceled]).toEqual([chunkCount, true]);
    }
  });
});

describe("a did:web from a real server", () => {
  const closing: (() => Promise<void>)[] = [];

  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  /** A server on loopback, and a fetch that finds `https://example.com` there. */
  async function serve(listener: RequestListener): Promise<DidWebFetch> {
    const server = createServer(listener).listen(0, "127.0.0.1");
    await once(server, "listening");
    closing.push(async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    });
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return (url, init) => fetch(url.replace("https://example.com", origin), init);
  }

  it("verifies a signed document, with its snapshot", async () => {
    const requests: unknown[] = [];
    const fetch = await serve(({ method, url, headers }, response) => {
      requests.push([method, url, headers.cookie, headers.authorization]);
      response.end(JSON.stringify(documentOf()));
    });
    const { resolveKey } = createKeyResolver({ sha256, methods: { web: didWeb({ fetch }) } });
    const signed = await signDocument({ price: 40 }, "proposal", firstKey.as(KID));
    const expected = { purpose: "proposal", signer: DID, resolveKey } as const;
    const answer = await verifyDocument(signed.ok && signed.document, expected);
    expect(answer).toMatchObject({
      ok: true,
      snapshot: { kid: KID, publicKeyMultibase: firstKey.multibase },
    });
    expect(requests).toEqual([["GET", "/.well-known/did.json", undefined, undefined]]);
  });

  it("T12: is refused when it redirects, also to itself", async () => {
    const paths: (string | undefined)[] = [];
    const fetch = await serve(({ url }, response) => {
      paths.push(url);
      if (url === "/.well-known/did.json") response.writeHead(302, { location: "/did.json" }).end();
      else response.end(JSON.stringify(documentOf()));
    });
    expect(await codeOf(fetch)).toBe("key_unresolvable");
    expect(paths).toEqual(["/.well-known/did.json"]);
  });

  it("T12: is cut off when it sends 10 MB and more", async () => {
    let sent: Promise<number> | undefined;
    const fetch = await serve((_, response) => {
      sent = send(response, 60_000_000);
    });
    expect(await codeOf(fetch)).toBe("key_unresolvable");
    expect(await sent).toBeLessThan(60_000_000);
  });

  it("T12: is cut off after 5,000 ms when it is slow", async () => {
    const clock = new ManualClock();
    let closed: Promise<unknown> | undefined;
    let answered: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      answered = resolve;
    });
    const slow = await serve((_, response) => {
      closed = once(response, "close");
      response.write("{");
    });
    const fetch: DidWebFetch = async (url, init) => {
      const response = await slow(url, init);
      answered();
      return response;
    };
    const { resolveKey } = createKeyResolver({ sha256, clock, methods: { web: didWeb({ fetch }) } });
    let result: unknown;
    const answer = resolveKey(KID).then((key) => {
      result = key;
    });
    await begun;
    await clock.advance(4_999);
    expect(result).toBeUndefined();
    await clock.advance(1);
    expect(result).toMatchObject({ ok: false, code: "key_unresolvable" });
    await answer;
    await closed;
  });
});

/** How many bytes were taken before the other side closed, those on the way included. */
async function send(response: ServerResponse, byteCount: number): Promise<number> {
  const chunk = Buffer.alloc(50_000, " ");
  const closed = once(response, "close");
  let length = 0;
  for (; length < byteCount && !response.destroyed; length += chunk.length) {
    if (!response.write(chunk)) await Promise.race([once(response, "drain"), closed]);
  }
  response.end();
  await closed;
  return length;
}
