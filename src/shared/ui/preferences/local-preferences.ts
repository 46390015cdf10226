/** Stores preferences of the user in this browser, such as the theme. No data of the server is stored. */
import { useState } from 'react'

const prefix = 'sluice:'

/** Returns a stored preference, or undefined when there is none or the browser stores nothing. */
function readLocalPreference<T>(name: string): T | undefined {
  try {
    const text = localStorage.getItem(prefix + name)
    return text === null ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}

function saveLocalPreference(name: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value))
  } catch {
    // The browser does not allow storage: the preference lasts until the page is closed.
  }
}

/** Returns a preference and the function that changes and stores it. One without a name lasts as long as the component. */
export function useLocalPreference<T>(name: string | undefined, initial: T): [value: T, change: (value: T) => void] {
  const [value, setValue] = useState<T>(
    () => (name === undefined ? undefined : readLocalPreference<T>(name)) ?? initial,
  )
  return [
    value,
    (next) => {
      if (name !== undefined) saveLocalPreference(name, next)
      setValue(next)
    },
  ]
}
