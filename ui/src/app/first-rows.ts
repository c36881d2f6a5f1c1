import { requestFirstRows } from '@/app/start/request-first-rows';

// Runs on a table's page as soon as this small part of the code is loaded.
void requestFirstRows(window.location);
