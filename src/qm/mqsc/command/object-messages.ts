/** The messages for an object that was created, altered or deleted, or is displayed. */
import type { ObjectKind } from '../../types/services.ts'
import type { MessageId } from '../language/messages.ts'

interface ObjectMessages {
  created: MessageId
  altered: MessageId
  deleted: MessageId
  displayed: MessageId
}

// biome-ignore format: a table
export const objectMessages: Readonly<Record<ObjectKind, ObjectMessages>> = {
  queue:     { created: 'AMQ8006I', altered: 'AMQ8008I', deleted: 'AMQ8007I', displayed: 'AMQ8409I' },
  topic:     { created: 'AMQ8690I', altered: 'AMQ8692I', deleted: 'AMQ8691I', displayed: 'AMQ8633I' },
  sub:       { created: 'AMQ8094I', altered: 'AMQ8402I', deleted: 'AMQ8091I', displayed: 'AMQ8096I' },
  channel:   { created: 'AMQ8014I', altered: 'AMQ8016I', deleted: 'AMQ8015I', displayed: 'AMQ8414I' },
  clntconn:  { created: 'AMQ8014I', altered: 'AMQ8016I', deleted: 'AMQ8015I', displayed: 'AMQ8414I' },
  listener:  { created: 'AMQ8626I', altered: 'AMQ8627I', deleted: 'AMQ8628I', displayed: 'AMQ8630I' },
  namelist:  { created: 'AMQ8552I', altered: 'AMQ8551I', deleted: 'AMQ8553I', displayed: 'AMQ8550I' },
  process:   { created: 'AMQ8010I', altered: 'AMQ8011I', deleted: 'AMQ8012I', displayed: 'AMQ8407I' },
  service:   { created: 'AMQ8620I', altered: 'AMQ8622I', deleted: 'AMQ8624I', displayed: 'AMQ8632I' },
  authinfo:  { created: 'AMQ8563I', altered: 'AMQ8567I', deleted: 'AMQ8564I', displayed: 'AMQ8566I' },
  comminfo:  { created: 'AMQ8855I', altered: 'AMQ8856I', deleted: 'AMQ8857I', displayed: 'AMQ8860I' },
  chlauth:   { created: 'AMQ8877I', altered: 'AMQ8877I', deleted: 'AMQ8877I', displayed: 'AMQ8878I' },
  policy:    { created: 'AMQ9085I', altered: 'AMQ9085I', deleted: 'AMQ9087I', displayed: 'AMQ9086I' },
  qmgr:      { created: 'AMQ8005I', altered: 'AMQ8005I', deleted: 'AMQ8005I', displayed: 'AMQ8408I' },
}
