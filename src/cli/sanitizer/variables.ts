/** How an executable hears that it is to run under the sanitizer: what is asked for (JSON), and the command that makes it anew with checks. */
export const sanitizerVariables = { request: 'CUFORT_SANITIZER', command: 'CUFORT_SANITIZER_COMMAND' } as const;
