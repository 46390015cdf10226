/** A member whose shape a form cannot show. */
import type { FieldProps } from '../model/form-context.ts'

export function OtherField({ title }: FieldProps) {
  return <p className="document-form__help">{`${title}: change it in the YAML.`}</p>
}
