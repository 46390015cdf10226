/** Collects all errors and warnings about `mqwebuser.xml`, so that the user sees all of them at once. */
import type { XmlElement } from './xml.ts'

export interface SettingsFindings {
  /** Adds an error at an element. */
  addError(at: XmlElement, message: string): void
  /** Adds a warning: the server accepts the element but the user probably meant something else. */
  addWarning(at: XmlElement, message: string): void
  /** Returns the value of an attribute with its variables replaced, or undefined when it is missing. */
  readAttribute(at: XmlElement, attribute: string): string | undefined
  /** Returns the value of an attribute, variables replaced. Without one, adds an error and returns an empty string. */
  readRequiredAttribute(at: XmlElement, attribute: string): string
}

/** Creates an empty collection of texts `file:line message`. `fill` replaces the variables of a value. */
export function createSettingsFindings(
  fill: (text: string) => string,
): SettingsFindings & { errors: string[]; warnings: string[] } {
  const errors: string[] = []
  const warnings: string[] = []

  return {
    errors,
    warnings,
    addError(at, message) {
      errors.push(`${at.file}:${at.line} ${message}`)
    },
    addWarning(at, message) {
      warnings.push(`${at.file}:${at.line} ${message}`)
    },
    readAttribute(at, attribute) {
      const text = at.attributes.get(attribute)
      if (text === undefined) return undefined
      try {
        return fill(text)
      } catch (error) {
        this.addError(at, `<${at.name} ${attribute}>: ${(error as Error).message}`)
        return ''
      }
    },
    readRequiredAttribute(at, attribute) {
      const value = this.readAttribute(at, attribute)
      if (value === undefined) this.addError(at, `<${at.name}> needs the attribute "${attribute}"`)
      return value ?? ''
    },
  }
}
