/** DISPLAY SVSTATUS. Services are stored and displayed; their programs are not run. */

import {
  choiceType,
  genericNameType,
  integerType,
  textType,
} from '../../objects/definitions/attribute-types.ts'
import { listUniqueAttributes } from '../../objects/definitions/object-definition.ts'
import { objectDefinitions } from '../../objects/object-definitions.ts'
import { type DisplayView, namedObjectNotFoundError } from '../command/display.ts'

export const serviceStatus: DisplayView = {
  name: 'required',
  nameValue: genericNameType(),
  message: 'AMQ8632I',
  columns: [
    { keyword: 'SERVICE', value: textType(48) },
    { keyword: 'STATUS', value: choiceType('RUNNING', 'STARTING', 'STOPPING') },
    { keyword: 'PID', value: integerType(0, Number.MAX_SAFE_INTEGER) },
    { keyword: 'STARTDA', value: textType(12) },
    { keyword: 'STARTTI', value: textType(8) },
    ...listUniqueAttributes(objectDefinitions.service).filter(({ keyword }) => !keyword.startsWith('ALT')),
  ],
  alwaysShown: ['SERVICE', 'STATUS'],
  notFoundError: namedObjectNotFoundError,
  rows: () => [],
}
