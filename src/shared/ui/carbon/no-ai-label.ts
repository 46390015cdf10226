/** Replaces Carbon's labels for generated content in the build: no page has them, and fields and tags import them. */
export function AILabel(): null {
  return null
}

export { AILabel as AILabelActions, AILabel as AILabelContent }
