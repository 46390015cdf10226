/** The properties of a Carbon field that show why its value is wrong. */

export interface ErrorProps {
  invalid: boolean
  invalidText: string
  /** Screen readers read `aria-describedby`; Carbon sets only `aria-errormessage`, which few of them read. */
  'aria-describedby'?: string
}

/** Returns the properties for the field with this id; `problem` is undefined when its value is right. */
export function buildErrorProps(id: string, problem: string | undefined): ErrorProps {
  if (problem === undefined) return { invalid: false, invalidText: '' }
  return { invalid: true, invalidText: problem, 'aria-describedby': `${id}-error-msg` }
}
