/** The calls that are under way, so that the end of a queue manager can wait for them. */
export class ActiveMqiCalls {
  #underWay = 0
  #idle: (() => void) | undefined

  /** A call begins: `end` must follow. */
  begin(): void {
    this.#underWay++
  }

  end(): void {
    this.#underWay--
    if (this.#underWay === 0) this.#idle?.()
  }

  /** Settles when no call is under way. */
  async idle(): Promise<void> {
    if (this.#underWay === 0) return
    await new Promise<void>((resolve) => {
      this.#idle = resolve
    })
  }
}
