/** Counts the responses of the REST resources since the start of the server, by status. */
export class ResponseCounts {
  readonly #byStatus = new Map<number, number>()

  increment(status: number): void {
    this.#byStatus.set(status, (this.#byStatus.get(status) ?? 0) + 1)
  }

  listByStatus(): readonly (readonly [status: number, count: number])[] {
    return [...this.#byStatus].sort(([one], [other]) => one - other)
  }
}
