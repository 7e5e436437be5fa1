import { callsOf, resources } from '../resources/index.ts';
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
import type { Call, CallRow } from './define.ts';
import { accountUsage, deleteFile, getFile, listFiles, uploadFile } from './files.ts';
import { requestPasswordReset, resetPassword } from './password-reset.ts';
import { preview } from './preview.ts';
import { declaredCalls } from './rows.ts';
import { endOtherSessions, endSession, listSessions, revokeSession } from './sessions.ts';
import { listSettings, updateSettings } from './settings.ts';
import { clearCache, getList, getTheme, getWebsite, listForms, listMenus, listPages, listThemes, listWebsites } from './websites.ts';

/** Calls with shapes: what the reference API serves today. */
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
  listForms,
  listPages,
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
  ...resources.flatMap(callsOf),
];

/** The whole table. */
export const allCalls: readonly CallRow[] = [...servedCalls, ...declaredCalls];
