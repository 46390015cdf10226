/** Asks the gateway that runs over a data folder. */
export { queryRunningGateway as askGateway } from '../../runtime/gateway/index.ts'

/** For commands that make no sense without one. */
export function noGatewayError(dataFolder: string): Error {
  return new Error(
    `no gateway runs over ${dataFolder}: start one with "sluice start", or name its folder in SLUICE_DATA`,
  )
}
