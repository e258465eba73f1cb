import { describe, expect, it } from "vitest";
import { isPromise, runSteps, type Steps, settled } from "../../../src/service/queue/index.js";

function* sum(...answers: (number | PromiseLike<number>)[]): Steps<number> {
  let total = 0;
  for (const answer of answers) total += yield* settled(answer);
  return total;
}

describe("runSteps", () => {
  it("answers at once while every port does", () => {
    expect(runSteps(sum(1, 2, 3))).toBe(6);
  });

  it("answers with a promise from the first port that does not", async () => {
    const answer = runSteps(sum(1, Promise.resolve(2), 3, Promise.resolve(4)));
    expect(answer).toBeInstanceOf(Promise);
    expect(await answer).toBe(10);
  });

  it("throws at once what is thrown before the first wait, and rejects with what comes after it", async () => {
    function* thrower(waits: boolean): Steps<never> {
      if (waits) yield* settled(Promise.resolve());
      throw new Error("no");
    }
    expect(() => runSteps(thrower(false))).toThrow("no");
    await expect(runSteps(thrower(true))).rejects.toThrow("no");
  });

  it("lets the steps catch a rejection, and wait again", async () => {
    function* patient(): Steps<string[]> {
      const caught: string[] = [];
      for (let count = 0; count < 3; count += 1) {
        try {
          yield* settled(Promise.reject(new Error(`${count}`)));
        } catch (error) {
          caught.push((error as Error).message);
          yield* settled(Promise.resolve());
        }
      }
      return caught;
    }
    expect(await runSteps(patient())).toEqual(["0", "1", "2"]);
  });

  it("ends where a caught rejection was the last thing to wait for", async () => {
    function* careless(): Steps<string> {
      try {
        yield* settled(Promise.reject(new Error("no")));
      } catch {
        return "caught";
      }
      return "not caught";
    }
    expect(await runSteps(careless())).toBe("caught");
  });

  it("waits for any thenable, not only for promises", async () => {
    const thenable: PromiseLike<number> = {
      then: (resolve) => Promise.resolve(5).then(resolve),
    };
    expect(await runSteps(sum(thenable, 1))).toBe(6);
  });
});

describe("isPromise", () => {
  it.each([undefined, null, 0, "then", {}, { then: 1 }, () => Promise.resolve()])("is not %s", (value) => {
    expect(isPromise(value)).toBe(false);
  });

  it("is a promise or any other thenable", () => {
    expect(isPromise(Promise.resolve())).toBe(true);
    expect(isPromise({ then: () => undefined })).toBe(true);
  });
});
