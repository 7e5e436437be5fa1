import { bulkCallsOf } from '../resources/bulk-calls.ts';
import { callsOf } from '../resources/define.ts';
import { everyResource } from '../resources/every.ts';
import {
  bulkUpdateBlocks,
  createBlock,
  deleteBlock,
  getBlock,
  getThemeSetting,
  listBlocks,
  listThemeSettings,
  updateBlock,
  updateThemeSettings,
} from './blocks.ts';
import { currentUser, login, logout } from './authentication.ts';
import type { Call } from './define.ts';
import { accountUsage, deleteFile, getFile, listFiles, uploadFile } from './files.ts';
import { requestPasswordReset, resetPassword } from './password-reset.ts';
import { preview } from './preview.ts';
import { endOtherSessions, endSession, listSessions, revokeSession } from './sessions.ts';
import { listSettings, updateSettings } from './settings.ts';
import { getList, getTheme, listAgencies, listMenus, listPages, listThemes } from './lists.ts';
import { clearCache, getWebsite, listWebsites } from './websites.ts';

/** Calls with shapes, which the reference API serves. */
export const servedCalls: readonly Call[] = [
  login,
  logout,
  revokeSession,
  currentUser,
  listSessions,
  endSession,
  endOtherSessions,
  requestPasswordReset,
  resetPassword,
  listWebsites,
  getWebsite,
  clearCache,
  listThemes,
  getTheme,
  listMenus,
  listPages,
  listAgencies,
  getList,
  listSettings,
  updateSettings,
  listFiles,
  uploadFile,
  getFile,
  deleteFile,
  accountUsage,
  listBlocks,
  getBlock,
  updateBlock,
  bulkUpdateBlocks,
  createBlock,
  deleteBlock,
  listThemeSettings,
  getThemeSetting,
  updateThemeSettings,
  preview,
  ...everyResource.flatMap(callsOf),
  ...everyResource.map(bulkCallsOf).flatMap(({ update, remove }) => [...(update ? [update] : []), ...(remove ? [remove] : [])]),
];
