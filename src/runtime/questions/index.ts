/** Questions that operators ask. */
export { type AnswerRow, questions } from './questions.ts'
