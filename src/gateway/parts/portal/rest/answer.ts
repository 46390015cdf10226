/** The answers to the questions of operators, for owners who may change documents. */
import { Type } from '../../../../shared/lib/json-schema/type.ts'
import { declareResources, query } from '../../../../shared/rest/resource.ts'
import { list, text, view } from '../../../../shared/rest/shapes.ts'

export const answerResources = declareResources('configuration', {
  'GET /configuration/answer': {
    id: 'showAnswer',
    summary: 'Answer a question about callers, secrets, scopes, limits, tokens and slow calls',
    parameters: [
      query('question', 'The name of the question, as `sluice ask` has it.', undefined, true),
      query('about', 'The API or the user that the question is about, where it needs one.'),
    ],
    response: view('AnswerView', {
      rows: list(Type.Record(Type.String(), text()), 'The rows of `sluice ask`: texts by the names of the columns.'),
    }),
  },
})
