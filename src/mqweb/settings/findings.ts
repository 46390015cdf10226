/** What a reader of `mqwebuser.xml` found wrong or odd, collected so that everything is told at once. */
import type { XmlElement } from './xml.ts'

export interface SettingsFindings {
  /** Notes an error at an element. */
  addError(at: XmlElement, message: string): void
  /** Notes something that is taken, but was perhaps not meant. */
  addWarning(at: XmlElement, message: string): void
  /** The value of an attribute with its variables filled in, or undefined when it is not there. */
  readAttribute(at: XmlElement, attribute: string): string | undefined
  /** The same for an attribute that must be there; an error and the empty string when it is not. */
  readRequiredAttribute(at: XmlElement, attribute: string): string
}

/** Findings that are written as `file:line message`. `fill` replaces the variables of a value. */
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
