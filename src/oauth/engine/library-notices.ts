/**
 * Silences one notice of oidc-provider: it warns once per process that a body was read before it. That is how Sluice hands
 * bodies over (`endpoints/library-endpoint.ts`), so an operator has nothing to do about it.
 */
const text = 'already parsed request body detected'

/** Drops the notice when it comes, and then restores `console.warn`. */
export function silenceBodyNotice(): void {
  if (isSilenced) return
  isSilenced = true
  const { warn } = console
  console.warn = (...given: unknown[]) => {
    if (!String(given[0]).includes(text)) return warn(...given)
    console.warn = warn
  }
}

let isSilenced = false
