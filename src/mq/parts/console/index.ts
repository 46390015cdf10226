/** The browser console of the MQ web server, which uses the REST resources of that server. */
export { buildConsoleHandler } from './console-handler.ts'
