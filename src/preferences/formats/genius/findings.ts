/**
 * @module
 * What a reader of GENIUS files found wrong, all of it, with path and place: what contradicts the format, and
 * what the format allows but preferences here cannot say.
 */

import { type NegotiationError, shown } from "../../../errors.js";
import type { Fault } from "../../model/index.js";
import { decimalNumber, ImportFaults } from "../index.js";
import { decodedText, type PlaceOf, placesIn, type XmlElement } from "./xml-element.js";

/** A fault in a text, with its place. */
export interface PlacedFault extends Fault {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
}

/** Collects faults while several files are read, so that all of them are told at once. */
export class Findings {
  readonly #faults = new ImportFaults();
  /** By text, made at its first fault: to count lines anew for each would take long in a long text. */
  readonly #places = new Map<string, PlaceOf>();

  /** Notes what contradicts the format. */
  invalid(element: XmlElement, expected: string, received: string, attribute?: string): void {
    this.#faults.invalid(() => this.#faultAt(element, expected, received, attribute));
  }

  /** Notes what the format allows, but preferences cannot say. */
  unsupported(element: XmlElement, expected: string, received: string, attribute?: string): void {
    this.#faults.unsupported(() => this.#faultAt(element, expected, received, attribute));
  }

  /** Notes a fault in a text that has no elements (yet). */
  invalidText(path: readonly (string | number)[], source: string, fault: TextFault): void {
    const { expected, received, offset } = fault;
    this.#faults.invalid((): PlacedFault => ({ path, expected, received, ...this.#placeOf(source, offset) }));
  }

  /** The error that lists what was found; `undefined` when nothing was. */
  refusal(): NegotiationError | undefined {
    return this.#faults.refusal("the GENIUS scenario");
  }

  /** The decoded value of an attribute; `undefined` with a fault when it is missing or cannot be decoded. */
  text(element: XmlElement, attribute: string): string | undefined {
    const raw = element.rawAttributes.get(attribute);
    if (raw === undefined) {
      this.invalid(element, `an attribute ${attribute}`, "none", attribute);
      return undefined;
    }
    const text = decodedText(raw);
    if (text === undefined) {
      this.invalid(
        element,
        "every & written as &amp;, or a reference that XML defines",
        "another &",
        attribute,
      );
    }
    return text;
  }

  /** The attribute as a finite number in decimal notation; `undefined` with a fault when it is none. */
  number(element: XmlElement, attribute: string): number | undefined {
    const text = this.text(element, attribute);
    if (text === undefined) return undefined;
    const value = decimalNumber(text);
    if (value !== undefined) return value;
    // Not the text itself: it may be a reservation or a utility (SY-17).
    this.invalid(element, "a finite number", text.trim() === "" ? "empty text" : "other text", attribute);
    return undefined;
  }

  /** The attribute as an integer that a double holds exactly; `undefined` with a fault when it is none. */
  integer(element: XmlElement, attribute: string): number | undefined {
    const text = this.text(element, attribute);
    if (text === undefined) return undefined;
    const value = INTEGER.test(text) ? Number(text) : Number.NaN;
    if (Number.isSafeInteger(value)) return value;
    this.invalid(element, "an integer", shown(text), attribute);
    return undefined;
  }

  #faultAt(element: XmlElement, expected: string, received: string, attribute?: string): PlacedFault {
    const path = attribute === undefined ? element.path : [...element.path, `@${attribute}`];
    return { path, expected, received, ...this.#placeOf(element.source, element.offset) };
  }

  #placeOf(source: string, offset: number): ReturnType<PlaceOf> {
    const known = this.#places.get(source);
    const placeOf = known ?? placesIn(source);
    if (known === undefined) this.#places.set(source, placeOf);
    return placeOf(offset);
  }
}

/** What is wrong with a text, and where in it. */
export interface TextFault {
  readonly expected: string;
  readonly received: string;
  /** In UTF-16 units from 0. */
  readonly offset: number;
}

const INTEGER = /^\s*[+-]?\d+\s*$/;
