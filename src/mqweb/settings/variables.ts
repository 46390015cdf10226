/** Replaces `${name}` and `${env.NAME}` in the values of `mqwebuser.xml`. */

const reference = /\$\{([^{}]*)\}/g
const deepest = 10

/**
 * Replaces each reference by the value of the variable or environment variable. Variables can refer to others.
 * Throws for an unknown name and for a cycle.
 */
export function expandVariables(
  text: string,
  variables: ReadonlyMap<string, string>,
  environment: Readonly<Record<string, string | undefined>>,
  depth = 0,
): string {
  if (depth > deepest) throw new Error('variables refer to each other in a circle')

  return text.replace(reference, (whole, name: string) => {
    if (name.startsWith('env.')) {
      const value = environment[name.slice('env.'.length)]
      if (value === undefined)
        throw new Error(`the environment has no ${name.slice('env.'.length)}, named by ${whole}`)
      return value
    }
    const value = variables.get(name)
    if (value === undefined) throw new Error(`there is no variable "${name}", named by ${whole}`)
    return expandVariables(value, variables, environment, depth + 1)
  })
}
