/** The fields of a map whose members the schema lists. */
import type { FieldProps } from '../model/form-context.ts'

import { MemberFields } from './member-fields.tsx'

export function GroupField({ path, schema, title, help, floor, isShown }: FieldProps) {
  return (
    <fieldset className="document-form__inner">
      <legend className="document-form__subtitle">{title}</legend>
      {help && <p className="document-form__help">{help}</p>}
      <MemberFields path={path} schema={schema} floor={floor} {...(isShown && { isShown })} />
    </fieldset>
  )
}
