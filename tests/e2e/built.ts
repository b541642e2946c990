// Builds the product, once for all files of a suite that brings browsers of its own.
export { build as default } from './server.ts'
