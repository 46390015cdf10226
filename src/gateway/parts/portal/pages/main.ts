/** The entry point of the page. */
import './start.tsx'
