/**
 * The time that the checks of one value may take on the thread of a worker. A schema that is recursive below `oneOf`, `anyOf`
 * or `allOf` can try 2^depth branches: the code that Ajv generates counts its steps, and asks for the time.
 */

/** The check of a value took too long on this thread: another thread must make it, with a deadline. */
export class CheckBudgetError extends Error {
  override name = 'CheckBudgetError'
}

const budgetMs = 8
const stepsPerLook = 128

/** A literal, which stays as it is, or a place at which generated code takes a step: the begin of a function or of a loop. */
const places = /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|(?:function validate\d+|for)\s?\([^()]*\)\s?\{/g

/** Counts the steps of a check. Generated code calls `take` of the instance of Ajv that compiles it. */
export class CheckBudget {
  #left = stepsPerLook
  #endsAt = Number.POSITIVE_INFINITY

  /** Runs a check within the budget. Throws a `CheckBudgetError` when it takes too long. */
  limit<T>(check: () => T): T {
    this.#endsAt = performance.now() + budgetMs
    try {
      return check()
    } finally {
      this.#endsAt = Number.POSITIVE_INFINITY
    }
  }

  take(): void {
    this.#left -= 1
    if (this.#left > 0) return
    this.#left = stepsPerLook
    if (performance.now() > this.#endsAt) throw new CheckBudgetError()
  }

  /** Returns generated code that takes a step in each function and in each round of a loop. */
  static readonly addSteps = (code: string): string =>
    `const budget = self.checkBudget;${code.replace(places, (found) => (/^["']/.test(found) ? found : `${found}budget.take();`))}`
}
