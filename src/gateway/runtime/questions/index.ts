/** Questions that operators ask. */
export { answerQuestion } from './answer-question.ts'
export { describeSlowCalls } from './slow-calls.ts'
