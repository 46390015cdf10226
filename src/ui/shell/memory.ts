/** What this browser keeps for its user: choices, never anything that a server knows. */

const prefix = 'sluice:'

/** The value that was kept under a name; undefined when there is none or the browser keeps nothing. */
export function remembered<T>(name: string): T | undefined {
  try {
    const text = localStorage.getItem(prefix + name)
    return text === null ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}

export function remember(name: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value))
  } catch {
    // A browser that keeps nothing asks again next time.
  }
}
