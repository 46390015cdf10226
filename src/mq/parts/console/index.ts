/** The browser console of the MQ web server, which uses the REST resources of that server. */
export { buildConsoleHandler, type ConsoleOptions, type ConsolePage } from './console-handler.ts'
