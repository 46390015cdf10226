/** What the policy `validate` needs of a part that checks XML. */
import type { Call } from '../call/call.ts'
import type { CallStep } from '../call/call-progress.ts'
import type { GatewayError } from '../errors/gateway-errors.ts'
import type { PolicyContext } from './policy.ts'

/** The settings of `validate` for bodies in XML. */
export interface XmlValidationSettings {
  'validate-against'?: string | undefined
  /** The message whose body is checked. */
  input: string
  'xml-validation-mode': 'xsd' | 'soap-body' | 'wsdl'
  /** The text of the XML schema. */
  'xml-schema'?: string | undefined
  /** The text of the WSDL; that of the API by default. */
  'wsdl-schema'?: string | undefined
  /** The maximum size of the body in bytes. */
  'payload-limit'?: number | undefined
}

/** Returns the step of a schema. `reject` makes the error of a violation. Throws a `DocumentError` for a wrong schema. */
export type BuildXmlValidation = (
  settings: XmlValidationSettings,
  context: PolicyContext,
  reject: (call: Call, text: string) => GatewayError,
) => CallStep
