/**
 * The little of LangGraph.js that the bench uses, so that it type-checks without `npm run bench:setup`.
 */
declare module "@langchain/langgraph" {
  /** A channel of the state. */
  export interface Channel<T> {
    readonly valueOf: () => T;
  }

  interface AnnotationFunction {
    <T>(): Channel<T>;
    <T>(options: { reducer: (left: T, right: T) => T; default: () => T }): Channel<T>;
    Root<Fields extends Readonly<Record<string, Channel<unknown>>>>(fields: Fields): Fields;
  }

  export const Annotation: AnnotationFunction;
  export const START: "__start__";
  export const END: "__end__";

  export interface CompiledGraph<State> {
    invoke(input: Partial<State>, options?: { recursionLimit?: number }): Promise<State>;
  }

  export class StateGraph<State> {
    constructor(annotation: Readonly<Record<string, Channel<unknown>>>);
    addNode(name: string, node: (state: State) => Partial<State> | Promise<Partial<State>>): this;
    addEdge(from: string, to: string): this;
    addConditionalEdges(from: string, choose: (state: State) => string, ends: readonly string[]): this;
    compile(): CompiledGraph<State>;
  }
}
