/** Replaces `${name}` and `${env.NAME}` in the values of `mqwebuser.xml`. */

const reference = /\$\{([^{}]*)\}/g
const maxDepth = 10

/** Replaces references to variables, also within their values. Throws for an unknown name and for a cycle. */
export function expandVariables(
  text: string,
  variables: ReadonlyMap<string, string>,
  environment: Readonly<Record<string, string | undefined>>,
  depth = 0,
): string {
  if (depth > maxDepth) throw new Error('variables refer to each other in a circle')

  return text.replace(reference, (whole, name: string) => {
    if (name.startsWith('env.')) {
      const value = environment[name.slice('env.'.length)]
      if (value === undefined) throw new Error(`${whole} names an environment variable that is not set`)
      return value
    }
    const value = variables.get(name)
    if (value === undefined)
      throw new Error(`${whole} names a variable that does not exist; add <variable name="${name}" value="…"/>`)
    return expandVariables(value, variables, environment, depth + 1)
  })
}
