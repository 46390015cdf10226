/** Asks the gateway that runs over a data folder. */
import { askControl } from '../http/control.ts'
import { controlName, type QuestionName, type Questions } from '../processes/questions.ts'

/** The answer; undefined when no gateway runs there. Rejects with a text for people. */
export async function askGateway<Name extends QuestionName>(
  dataFolder: string,
  ask: Name,
  asked: Questions[Name]['asked'],
): Promise<Questions[Name]['answer'] | undefined> {
  return (await askControl(dataFolder, controlName, { ...asked, ask })) as
    | Questions[Name]['answer']
    | undefined
}

/** For commands that make no sense without one. */
export function noGateway(dataFolder: string): Error {
  return new Error(
    `no gateway runs over ${dataFolder}: start one with "sluice start", or name its folder in SLUICE_DATA`,
  )
}
