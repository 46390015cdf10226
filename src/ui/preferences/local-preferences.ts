/** Stores preferences of the user in this browser, such as the theme. No data of the server is stored. */

const prefix = 'sluice:'

/** Returns a stored preference, or undefined when there is none or the browser stores nothing. */
export function readLocalPreference<T>(name: string): T | undefined {
  try {
    const text = localStorage.getItem(prefix + name)
    return text === null ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}

export function saveLocalPreference(name: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value))
  } catch {
    // The browser does not allow storage: the preference lasts until the page is closed.
  }
}
