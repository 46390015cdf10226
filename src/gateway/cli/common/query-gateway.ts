/** Sends requests to the running gateway of a data folder. */
export { queryRunningGateway } from '../../runtime/gateway/index.ts'

/** Returns the error of a command that needs a running gateway. */
export function noGatewayError(dataFolder: string): Error {
  return new Error(
    `no gateway runs over ${dataFolder}: start one with "sluice start", or name its folder in SLUICE_DATA`,
  )
}
