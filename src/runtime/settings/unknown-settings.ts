/** Finds environment variables with the prefix of Sluice that are no settings, such as misspelt names. */
import { didYouMean } from '../../lib/output/suggest.ts'

/** Returns a warning for each `SLUICE_…` variable that is set and not among the known ones. */
export function findUnknownSettings(
  environment: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): string[] {
  return Object.keys(environment)
    .filter((name) => /^SLUICE_/i.test(name) && environment[name] !== undefined && !known.includes(name))
    .sort()
    .map(
      (name) =>
        `${name} is set and is not a setting of Sluice${didYouMean(name, known) || ': "sluice start" ignores it'}`,
    )
}
