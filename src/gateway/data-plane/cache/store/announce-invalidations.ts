/** Tells other workers which responses are invalid: many resources in one message, and bounded. */

/** The resources whose responses are invalid; `all` when they are too many to name. */
export type InvalidResources = readonly string[] | 'all'

const maxResources = 500
const maxCharacters = 64 * 1024
/** Resources of this time go in one message. */
const gatherMs = 5

/** Returns the function that collects resources for `send`. It returns at once: no call waits for other workers. */
export function gatherInvalidations(send: (resources: InvalidResources) => void): (resource: string) => void {
  let gathered = new Set<string>()
  let characters = 0

  function flush(): void {
    send(characters > maxCharacters || gathered.size > maxResources ? 'all' : [...gathered])
    gathered = new Set()
    characters = 0
  }

  return function announce(resource) {
    if (gathered.size === 0) setTimeout(flush, gatherMs).unref()
    if (gathered.size > maxResources || characters > maxCharacters || gathered.has(resource)) return
    gathered.add(resource)
    characters += resource.length
  }
}
