/** A member whose shape a form cannot show. */
import { t } from '../../../../../ui/text/t.ts'
import type { FieldProps } from '../model/form-context.ts'

export function OtherField({ title }: FieldProps) {
  return <p className="document-form__help">{t('{title}: change it in the YAML.', { title })}</p>
}
