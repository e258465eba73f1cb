/**
 * A party that bargains over HTTP, by `fetch` alone: it follows the events of a negotiation, and moves when it has the
 * floor. A stream that is cut is resumed, a move without an answer is sent again under the same key.
 */

/** What a frame shows; the whole is in the OpenAPI document. */
export interface Shown {
  readonly version: number;
  readonly view: {
    readonly id: string;
    readonly floor: string | null;
    readonly standing: { readonly terms: { readonly price: number } } | null;
    readonly turns: readonly { readonly number: number; readonly partyId: string; readonly at: number }[];
    readonly outcome: { readonly status: string } | null;
  };
}

/** What happened on the way. */
export interface Report {
  /** Turns that were acknowledged to this party, each with the process that took it. */
  readonly taken: Map<number, string>;
  /** Turns in the order in which they were told, with the process that told them and ms since they were taken. */
  readonly told: { number: number; by: string; afterMs: number; isResumed: boolean }[];
  /** Processes that streamed, one after the other. */
  readonly streams: string[];
  /** What should not happen: a version told twice, a refusal. */
  readonly complaints: string[];
  readonly outcome: string;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** Asks until there is an answer of a server that works. Safe, since what is posted has a key. */
async function ask(url: string, init: RequestInit): Promise<Response> {
  for (;;) {
    const response = await fetch(url, init).catch(() => undefined);
    if (response !== undefined && response.status < 500) return response;
    await response?.body?.cancel();
    await pause(20);
  }
}

/** Posts under a key: however often it is sent, it takes effect once. */
export function post(url: string, partyId: string, key: string, body: object): Promise<Response> {
  const headers = {
    ...{ authorization: `Bearer ${partyId}`, "content-type": "application/json", "idempotency-key": key },
  };
  return ask(url, { method: "POST", headers, body: JSON.stringify(body) });
}

/** Bargains to the end: `move` answers what to do with what stands. */
export async function bargain(
  url: string,
  partyId: string,
  move: (standing: number) => object,
): Promise<Report> {
  const report = { taken: new Map(), told: [], streams: [], complaints: [], outcome: "" } as Report & {
    outcome: string;
  };
  let [lastId, seenVersion, seenTurns, by] = ["", -1, 0, ""];
  const moves: Promise<void>[] = [];

  const play = async ({ version, view }: Shown): Promise<void> => {
    const key = `${partyId}-${version}`;
    const body = { ...move(view.standing?.terms.price ?? 0), expectedVersion: version };
    const response = await post(`${url}/moves`, partyId, key, body);
    const answer = (await response.json()) as Shown["view"] & { code?: string };
    if (!response.ok) report.complaints.push(`${key}: ${answer.code}`);
    else report.taken.set(view.turns.length + 1, response.headers.get("x-served-by") ?? "");
  };

  const take = (event: string, shown: Shown): void => {
    const { version, view } = shown;
    const isResumed = event === "snapshot";
    if (version < seenVersion || (version === seenVersion && !isResumed))
      report.complaints.push(`${partyId} was told of version ${version} again`);
    for (const { number, at } of view.turns.slice(seenTurns))
      report.told.push({ number, by, afterMs: Date.now() - at, isResumed });
    const isNews = version > seenVersion;
    [seenVersion, seenTurns] = [Math.max(version, seenVersion), Math.max(view.turns.length, seenTurns)];
    report.outcome = view.outcome?.status ?? "";
    if (isNews && view.floor === partyId) moves.push(play(shown));
  };

  while (report.outcome === "") {
    const headers = { authorization: `Bearer ${partyId}`, ...(lastId && { "last-event-id": lastId }) };
    const response = await ask(`${url}/events`, { headers });
    if (response.body === null || !response.ok) {
      report.complaints.push(`${partyId}: a stream answered ${response.status}`);
      break;
    }
    by = response.headers.get("x-served-by") ?? "";
    report.streams.push(by);
    let text = "";
    try {
      for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
        const frames = (text + chunk).split("\n\n");
        text = frames.pop() ?? "";
        for (const frame of frames) {
          const [, event = "", id = "", data = ""] = /^event: (.*)\nid: (.*)\ndata: (.*)$/.exec(frame) ?? [];
          if (data === "") continue;
          take(event, JSON.parse(data));
          lastId = id;
        }
      }
    } catch {
      // Cut, in the midst of a frame perhaps: the next stream begins behind the last whole one.
    }
  }
  await Promise.all(moves);
  return report;
}
