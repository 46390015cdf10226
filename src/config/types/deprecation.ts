/** Defines the notice that an API or a product will be turned off. */

export interface ApiDeprecation {
  /** The days in UTC, `2027-06-30`, since when it is deprecated and when it will be turned off. */
  since?: string
  sunset?: string
  /** The URL of a page about the replacement. */
  link?: string
  /** Markdown. */
  text?: string
}
