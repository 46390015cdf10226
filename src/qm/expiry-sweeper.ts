/** Sweeps at leisure, and goes on soon while there is more to do. */

/** Milliseconds. */
const leisure = 5000
const soon = 50

/** `sweep` does a stretch and says whether more is left. What it throws is told, and it is tried again at leisure. */
export function keepSweeping(sweep: () => boolean, failed: (error: unknown) => void): { close(): void } {
  let timer = setTimeout(turn, leisure).unref()

  function turn(): void {
    let more = false
    try {
      more = sweep()
    } catch (error) {
      failed(error)
    }
    timer = setTimeout(turn, more ? soon : leisure).unref()
  }

  return { close: () => clearTimeout(timer) }
}
