import type { faultsZh } from '../zh/faults.ts'

export const faultsEn: Record<keyof typeof faultsZh, string> = {
  'fault.network': 'Service Network Error. Check your connection and try again',
  'fault.busy': 'Business processing is busy, please try again later',
  'fault.refresh': 'The network is busy. Please refresh and try again',
  'fault.server': 'Server error, please try later',
  'fault.away': 'Service exception, please try again later',
  'fault.failed': 'Operate Failure',
  'fault.validation': 'Not saved. Please check the following',
  'fault.timeout': 'Login timeout, you have been logged out',
  'fault.timeoutHint': 'Sign in here to stay on this page without losing your input, or log in again from the login page.',
  'fault.timeoutStay': 'Sign in to continue. Close this to read or copy the content of the page.',
  'fault.copy': 'Copy the raw error',
  'fault.copied': 'Raw error copied',

  'crash.title': 'Something went wrong on this page',
  'crash.old': 'The system has been updated. Please reload the page',
  'crash.kept': 'Saved data is safe. If it happens again after reloading, send the details below to your administrator.',
  'crash.reload': 'Reload',
  'crash.details': 'Details',

  'part.loading': 'Loading…',
  'part.dialog': 'Dialog',
  'part.failed': 'This part could not be loaded',
  'part.kept': 'The page and what you entered are kept. Check your connection and retry. If it still fails, save your work and reload the page.',
}
