/** The browser console of the MQ web server: a page that is a client of the server's own REST resources. */
export { buildConsoleHandler, type ConsoleOptions } from './console-handler.ts'
