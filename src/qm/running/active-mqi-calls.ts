/** Counts active MQI calls, so that an orderly end of the queue manager can wait for them. */
export class ActiveMqiCalls {
  #underWay = 0
  #idle: (() => void) | undefined

  /** Records the start of a call; `end` must follow. */
  begin(): void {
    this.#underWay++
  }

  end(): void {
    this.#underWay--
    if (this.#underWay === 0) this.#idle?.()
  }

  /** Resolves when no call is active. */
  async idle(): Promise<void> {
    if (this.#underWay === 0) return
    await new Promise<void>((resolve) => {
      this.#idle = resolve
    })
  }
}
