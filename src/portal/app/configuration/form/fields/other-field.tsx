/** A member whose shape a form cannot show. */
import type { SimpleFieldProps } from '../field-view.tsx'

export function OtherField({ title }: SimpleFieldProps) {
  return <p className="document-form__help">{`${title}: change it in the YAML.`}</p>
}
