/** Handler for the answers to the questions of operators. */
import { isQuestion, questionTable } from '../../../contract/access/questions.ts'
import type { ResourceHandler } from '../context/portal-context.ts'
import { PortalError } from '../http/portal-error.ts'

const forms = Object.entries(questionTable).map(([name, row]) => ('words' in row ? `${name} about ${row.words}` : name))

export const showAnswer: ResourceHandler<'GET /configuration/answer'> = async ({ deps, query }) => {
  const [name, about] = [query.get('question') ?? '', query.get('about') ?? '']
  if (!isQuestion(name, about)) throw new PortalError('wrong_query', { detail: `Questions are ${forms.join(', ')}.` })
  const rows = await deps.answerQuestion(name, about)
  if (rows) return { rows }
  throw new PortalError('documents_wrong', { detail: 'The documents of this gateway have errors at the moment.' })
}
